package structured

// Decode is for tests.
var Decode = decode
