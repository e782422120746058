// A mail server on the loopback that accepts and keeps whatever it is sent; it can be told to refuse.
import { createServer, type Socket } from 'node:net'
import { listening } from './listening.ts'

export interface ReceivedMail {
  from: string
  to: string
  /** As sent: headers, an empty line, the body. */
  raw: string
}

export interface MailServer {
  readonly url: string
  readonly mails: ReceivedMail[]
  /** What the next recipients get instead of being accepted: '451 try later', '550 unknown'. */
  refusals: string[]
  close(): Promise<void>
}

export async function mailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const refusals: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    converse(socket, mails, refusals)
  })
  const port = await listening(server)
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refusals,
    close: () =>
      new Promise(done => {
        for (const socket of sockets) socket.destroy()
        server.close(() => done())
      }),
  }
}

function converse(socket: Socket, mails: ReceivedMail[], refusals: string[]): void {
  const answer = (line: string) => socket.write(`${line}\r\n`)
  let pending = ''
  let mail: ReceivedMail = { from: '', to: '', raw: '' }
  let isData = false
  const take = (line: string) => {
    if (isData) {
      if (line !== '.') mail.raw += `${line.startsWith('..') ? line.slice(1) : line}\r\n`
      else {
        isData = false
        mails.push(mail)
        answer('250 kept')
      }
      return
    }
    const [, address = ''] = /<([^>]*)>/.exec(line) ?? []
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO' || verb === 'HELO') return answer('250 loopback')
    if (verb === 'QUIT') return void socket.end('221 bye\r\n')
    if (verb === 'MAIL') mail = { from: address, to: '', raw: '' }
    if (verb === 'RCPT') {
      mail.to = address
      return answer(refusals.shift()?.replace('{to}', address) ?? '250 ok')
    }
    if (verb === 'DATA') isData = true
    answer(isData ? '354 go on' : '250 ok')
  }
  socket.on('error', () => {})
  socket.on('data', chunk => {
    const lines = (pending + chunk.toString('latin1')).split('\r\n')
    pending = lines.pop() ?? ''
    for (const line of lines) take(line)
  })
  answer('220 loopback')
}
