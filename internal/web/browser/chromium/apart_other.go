//go:build !linux

package chromium

func hide() error { return nil }

func yield(int) {}
