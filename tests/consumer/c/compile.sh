cc -std=c99 -O2 main.c $(pkg-config --cflags --libs gpu_bigint) -o app
