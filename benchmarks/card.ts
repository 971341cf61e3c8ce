import { ctapClient, pinPermissions, readData } from '../server/test/emulators/ctap-client.ts'

interface Asked {
  request: string
  session?: string
  tapped?: boolean
}

export interface CardAtReader {
  register(pin: string | null): Promise<Uint8Array>
  assertion(id: Uint8Array, pin: string | null): Promise<Asked>
}

const site = 'bench.example'

export function ctapOver(send: (asked: Asked) => Promise<{ response: string; session: string }>): CardAtReader {
  let session: string | undefined
  let last: Asked | undefined
  const client = ctapClient(async request => {
    last = { request: Buffer.from(request).toString('base64url'), ...(session !== undefined && { session }) }
    const answer = await send(last)
    session = answer.session
    return Buffer.from(answer.response, 'base64url')
  })
  return {
    async register(pin) {
      const token = pin === null ? {} : { token: await client.token(pin, pinPermissions.make, site) }
      const { status, body } = await client.make({ rp: { id: site, name: 'Bench' }, ...token })
      if (status !== 0) throw new Error(`the card refused to register with ${status}`)
      return readData(body.get(2) as Uint8Array).id
    },
    async assertion(id, pin) {
      const silently = pin !== null && {
        token: await client.token(pin, pinPermissions.get, site),
        options: { up: false },
      }
      if (pin === null) session = undefined
      const { status } = await client.get({ rpId: site, allow: [id], ...silently })
      if (status !== 0 || !last) throw new Error(`the card refused to sign with ${status}`)
      return { ...last, ...(session !== undefined && { session }) }
    },
  }
}
