package dynamo

// Lock takes a file that one process holds at a time, and frees it by release. The
// system frees it when the process ends in whatever way.
func Lock(path string) (release func(), err error) {
	lock, err := acquire(path)
	if err != nil {
		return nil, err
	}
	return lock.release, nil
}
