"""Conan recipe of gpu_bigint:  conan create packaging/conan -o 'gpu_bigint/*:cuda=True'"""

import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load

required_conan_version = ">=2.0"


class GpuBigint(ConanFile):
    name = "gpu_bigint"
    description = "High-precision integers that live on an NVIDIA GPU"
    license = "Apache-2.0"
    topics = ("bigint", "multiprecision", "cuda", "gpu")
    package_type = "library"
    settings = "os", "compiler", "build_type", "arch"
    options = {"shared": [True, False], "cuda": [True, False], "cuda_architectures": ["ANY"]}
    default_options = {"shared": False, "cuda": False, "cuda_architectures": "80;90"}

    @property
    def _root(self):
        return os.path.join(self.recipe_folder, os.pardir, os.pardir)

    def set_version(self):
        project = load(self, os.path.join(self._root, "CMakeLists.txt"))
        self.version = re.search(r"project\(gpu_bigint VERSION ([0-9.]+)", project).group(1)

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "README.md", "cmake/*", "include/*", "kernels/*", "src/*"):
            copy(self, pattern, self._root, self.export_sources_folder)

    def configure(self):
        if not self.options.cuda:
            self.options.rm_safe("cuda_architectures")

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["GPU_BIGINT_INSTALL"] = True
        toolchain.cache_variables["GPU_BIGINT_CUDA"] = "ON" if self.options.cuda else "OFF"
        if self.options.cuda:
            toolchain.cache_variables["CMAKE_CUDA_ARCHITECTURES"] = str(self.options.cuda_architectures)
        for part in ("TESTS", "EXAMPLES", "TOOLS"):
            toolchain.cache_variables[f"GPU_BIGINT_BUILD_{part}"] = "OFF"
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        # The installed package configuration knows the components and what a static library needs.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "gpu_bigint")]
        # The same for other build systems.
        self.cpp_info.set_property("pkg_config_name", "gpu_bigint")
        self.cpp_info.libs = ["gpu_bigint"]
        if not self.options.shared:
            self.cpp_info.system_libs = ["pthread"]
            if self.options.cuda:
                self.cpp_info.system_libs += ["rt", "dl"]
