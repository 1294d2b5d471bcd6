# Packages by cpack: a .tar.gz of any build, .deb packages of a shared one.
set(CPACK_PACKAGE_NAME gpu_bigint)
set(CPACK_PACKAGE_VENDOR "The gpu_bigint authors")
set(CPACK_PACKAGE_CONTACT "The gpu_bigint authors <gpu_bigint@users.noreply.invalid>")
