# How Python's packages are installed; the Makefile at the root includes this file.

UV := tools/uv/.venv/bin/uv

$(UV): tools/uv/requirements.txt
	python3 -m venv tools/uv/.venv
	tools/uv/.venv/bin/pip install --quiet --requirement tools/uv/requirements.txt
	@touch $@

# venv makes the virtual environment of the folder $(1), with the packages of its requirements.txt. Its Python is the machine's.
venv = $(UV) venv --quiet --clear --seed --no-python-downloads --python python3 $(1)/.venv \
	&& $(UV) pip install --quiet --python $(1)/.venv/bin/python --requirement $(1)/requirements.txt
