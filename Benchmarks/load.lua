-- The script of wrk for all figures. Its arguments after the address:
--
--   (none)        repeats a GET request
--   post          posts messages with 60 bytes of text
--   post NUMBER   posts at most so many messages, then lets the connections idle
--
-- The last line of the output is the result as JSON.

local text_bytes = 60
local idle_ms = 3600 * 1000

-- wrk calls `request` and `delay` if they are global functions after `init`.
function init(arguments)
    if arguments[1] == "post" then
        post()
    end
    if arguments[2] then
        stop_after(tonumber(arguments[2]))
    end
end

function post()
    wrk.method = "POST"
    wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
    local number = 0
    function request()
        number = number + 1
        local start = string.format("message+%d+", number)
        return wrk.format(nil, nil, nil, "user=jack&message=" .. start .. string.rep("x", text_bytes - #start))
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
