// Loaded before a program (`node --import`): HTTPS to the hosts named in PLAYED_HOSTS goes to a port of this machine, certificates checked as ever.
import { Agent } from 'node:https'

/** Ports by host. */
const played = JSON.parse(process.env.PLAYED_HOSTS ?? '{}')
const connect = Agent.prototype.createConnection

Agent.prototype.createConnection = function (options, ...rest) {
  const port = played[options.host]
  const there = port === undefined ? options : { ...options, host: '127.0.0.1', port, servername: options.host }
  return connect.call(this, there, ...rest)
}
