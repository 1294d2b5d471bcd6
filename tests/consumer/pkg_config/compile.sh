g++ -std=c++20 -O2 main.cpp $(pkg-config --cflags --libs gpu_bigint) -o app
