//go:build !unix && !windows

package dynamo

// fileLock does nothing where there is neither flock nor LockFileEx.
type fileLock struct{}

func acquire(string) (*fileLock, error) { return &fileLock{}, nil }

func (*fileLock) release() {}
