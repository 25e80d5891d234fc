//go:build !unix

package dynamo

// fileLock does nothing where there is no flock.
type fileLock struct{}

func acquire(string) (*fileLock, error) { return &fileLock{}, nil }

func (*fileLock) release() {}
