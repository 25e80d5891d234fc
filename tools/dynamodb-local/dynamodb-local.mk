# Amazon's DynamoDB Local, which tests compare the other engines with where it is installed;
# the Makefile at the root includes this file.

DYNAMODB_LOCAL := tools/dynamodb-local/jars/.installed

.PHONY: dynamodb-local
dynamodb-local: $(DYNAMODB_LOCAL) ## install the pinned DynamoDB Local for comparisons (Java 17 and Maven)
$(DYNAMODB_LOCAL): tools/dynamodb-local/pom.xml tools/dynamodb-local/SHA256SUMS
	tools/dynamodb-local/install
