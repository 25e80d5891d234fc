#!/bin/sh
# Stands for Chromium in tests; what it does lies beside the name it is called by.
. "$0.body"
