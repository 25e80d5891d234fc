module github.com/ysmood/leakless

go 1.26.0
