-- The script of wrk for all figures. Its arguments after the address:
--
--   (none)        repeats a GET request
--   random LAST   requests pages with random values of `past` from 0 to LAST
--   post          posts messages with 60 bytes of text
--   rooms         posts such messages to ten rooms in turn
--   keyed         posts such messages with random post keys
--
-- A number at the end is the maximum of requests; then the connections idle.
--
-- The last line of the output is the result as JSON.

local text_bytes = 60
local rooms = 10
local idle_ms = 3600 * 1000

-- wrk calls `request` and `delay` if they are global functions after `init`.
function init(arguments)
    math.randomseed(os.time())
    local kind = arguments[1]
    if kind == "random" then
        random_pages(tonumber(arguments[2]))
        return
    end
    if kind then
        post(kind)
    end
    if arguments[2] then
        stop_after(tonumber(arguments[2]))
    end
end

function random_pages(last)
    local path = wrk.path:gsub("%?.*", "")
    function request()
        return wrk.format(nil, path .. "?past=" .. math.random(0, last))
    end
end

function post(kind)
    wrk.method = "POST"
    wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
    -- Two runs in one second draw different keys, because the address of a table is different in each process.
    local prefix = tostring(os.time()) .. tostring({}):gsub("%W", "")
    local number = 0
    function request()
        number = number + 1
        local start = string.format("message+%d+", number)
        local body = "user=jack&message=" .. start .. string.rep("x", text_bytes - #start)
        if kind == "rooms" and number % rooms > 0 then
            body = body .. "&room=room+" .. number % rooms
        elseif kind == "keyed" then
            body = body .. "&key=" .. prefix .. "-" .. number
        end
        return wrk.format(nil, nil, nil, body)
    end
end

function stop_after(maximum)
    local number = 0
    -- The milliseconds before the next request.
    function delay()
        number = number + 1
        return number > maximum and idle_ms or 0
    end
end

function done(summary, latency)
    local errors = summary.errors
    io.write(string.format(
        '{"requests": %d, "seconds": %f, "p50_ms": %f, "p99_ms": %f, "errors": ' ..
        '{"status": %d, "connect": %d, "read": %d, "write": %d, "timeout": %d}}\n',
        summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
        errors.status, errors.connect, errors.read, errors.write, errors.timeout))
end
