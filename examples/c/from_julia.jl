# The C interface from Julia, by ccall. It needs the shared library: GPU_BIGINT_LIBRARY is its path, unless the
# system finds it.
const library = get(ENV, "GPU_BIGINT_LIBRARY", "libgpu_bigint")

"The library's message in place of a status."
function check(status::Cint)
    status == 0 || error(unsafe_string(ccall((:gbi_last_error, library), Cstring, ())))
    return nothing
end

"A number of the library, which the garbage collector frees."
mutable struct BigNumber
    handle::Ptr{Cvoid}

    function BigNumber(text::AbstractString = "0")
        handle = Ref{Ptr{Cvoid}}(C_NULL)
        check(ccall((:gbi_init_set_str, library), Cint, (Ref{Ptr{Cvoid}}, Cstring, Cint), handle, text, 0))
        number = new(handle[])
        finalizer(a -> ccall((:gbi_clear, library), Cvoid, (Ptr{Cvoid},), a), number)
        return number
    end
end

# ccall keeps the number alive while it uses the handle.
Base.unsafe_convert(::Type{Ptr{Cvoid}}, a::BigNumber) = a.handle

function Base.:-(a::BigNumber, word::Integer)
    r = BigNumber()
    check(ccall((:gbi_sub_ui, library), Cint, (Ptr{Cvoid}, Ptr{Cvoid}, UInt64), r, a, word))
    return r
end

function Base.div(a::BigNumber, b::BigNumber)
    r = BigNumber()
    check(ccall((:gbi_tdiv_q, library), Cint, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}), r, a, b))
    return r
end

function Base.powermod(base::BigNumber, exponent::BigNumber, n::BigNumber)
    r = BigNumber()
    check(ccall((:gbi_powm, library), Cint, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}), r, base, exponent, n))
    return r
end

function Base.show(io::IO, a::BigNumber)
    text = Ref{Ptr{UInt8}}(C_NULL)
    check(ccall((:gbi_get_str, library), Cint, (Ref{Ptr{UInt8}}, Cint, Ptr{Cvoid}), text, 10, a))
    print(io, unsafe_string(text[]))
    ccall((:gbi_free, library), Cvoid, (Ptr{Cvoid},), text[])
    return nothing
end

p = BigNumber("0x7fffffffffffffffffffffffffffffff")
println("p = ", p)
println("3^(p - 1) mod p = ", powermod(BigNumber("3"), p - 1, p))
try
    div(p, BigNumber())
    exit(1)
catch problem
    println(problem.msg)
end
