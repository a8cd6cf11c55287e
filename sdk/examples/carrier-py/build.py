"""Makes component.wasm of src/ and the world in wit/: `python3 build.py`.

componentize-py is installed into target/venv the first time; COMPONENTIZE_PY names one that is installed elsewhere.
`python3 build.py bindings` writes the bindings to target/bindings instead, for editors and type checkers.
"""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
# The interfaces between host and plugins, and those of their packages that the world names.
INTERFACES = FOLDER / "../../../wit/v1"
PACKAGES = ("types", "host", "plugin", "carrier")
WORLD = "example:carrier-py/carrier-py@1.0.0"


def componentize_py():
    """The program, installed as requirements.txt says."""
    named = os.environ.get("COMPONENTIZE_PY")
    if named:
        return named
    environment = FOLDER / "target/venv"
    programs = environment / ("Scripts" if os.name == "nt" else "bin")
    wanted = (FOLDER / "requirements.txt").read_text()
    installed = environment / "installed.txt"
    if not installed.is_file() or installed.read_text() != wanted:
        print("Installing componentize-py into target/venv", flush=True)
        venv.create(environment, with_pip=True, clear=True)
        pip = [programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "-r", FOLDER / "requirements.txt"], check=True)
        installed.write_text(wanted)
    return programs / "componentize-py"


def main():
    command = [componentize_py()]
    for package in PACKAGES:
        command += ["-d", INTERFACES / package]
    command += ["-d", "wit", "-w", WORLD]
    if sys.argv[1:] == ["bindings"]:
        shutil.rmtree(FOLDER / "target/bindings", ignore_errors=True)
        command += ["bindings", "target/bindings"]
    elif not sys.argv[1:]:
        command += ["componentize", "--stub-wasi", "-p", "src", "-o", "component.wasm", "carrier"]
    else:
        sys.exit("usage: python3 build.py [bindings]")
    # The environment of whoever calls is not to lend its packages.
    own = {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "PYTHONPATH")}
    subprocess.run(command, cwd=FOLDER, env=own, check=True)


if __name__ == "__main__":
    try:
        main()
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"build.py: {error}")
