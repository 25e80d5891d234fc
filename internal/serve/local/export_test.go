package local

// Wires is what TestWires holds to the kinds.
var Wires = wires
