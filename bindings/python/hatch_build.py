"""Puts what `make bindings` and `make natives` built into the wheel. Nothing is compiled here."""

import os
import sysconfig
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parents[2]


class NativeHook(BuildHookInterface):
    def initialize(self, version, build_data):
        library = Path(os.environ.get("CS_MEM_LIBRARY", ""))
        generated = ROOT / "target" / "bindings" / "python" / "cs_mem.py"
        for needed in (library, generated):
            if not needed.is_file():
                raise FileNotFoundError(f"{needed or 'CS_MEM_LIBRARY'} is not built yet: run `make wheel` at the top")
        build_data["pure_python"] = False
        # ctypes loads the library: any Python 3 will do, but only this platform
        platform = os.environ.get("CS_MEM_WHEEL_PLATFORM") or sysconfig.get_platform()
        build_data["tag"] = "py3-none-" + platform.replace("-", "_").replace(".", "_")
        build_data["force_include"] = {
            str(library): f"cs_mem/{library.name}",
            str(generated): "cs_mem/_generated.py",
            str(ROOT / "LICENSE"): "cs_mem/LICENSE",
        }
