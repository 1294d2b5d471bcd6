bodies=$(pkg-config --variable=includedir gpu_bigint)/gpu_bigint/device/bodies
g++ -std=c++20 -O2 -fopenmp-simd -I"$bodies" -x c++ rsa_powers.cu -x none $(pkg-config --cflags --libs gpu_bigint) -o app
