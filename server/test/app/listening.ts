import { connect } from 'node:net'

export const acceptsConnections = (port: number): Promise<boolean> =>
  new Promise(done => {
    const socket = connect(port, '127.0.0.1')
    const say = (there: boolean) => {
      socket.destroy()
      done(there)
    }
    socket.once('connect', () => say(true)).once('error', () => say(false))
  })
