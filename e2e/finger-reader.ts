import { generateKeyPairSync, hash, sign } from 'node:crypto'
import { templateMessage } from '@claviger/contract/keys/fingerprints'

type Ask = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Record<string, unknown> }>

const model = 'Maker F100'

export async function fingerReader(asKey: Ask, asProgram: (token: string) => Ask) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64url')
  const { body } = await asKey('POST', '/apis/access-key-cli/v1/apps', {
    name: 'Fingerprints',
    computerId: 'front-desk',
    fingerprints: { model, publicKey: spki },
  })
  const tell = asProgram(String(body['appToken']))
  return async (challenge: string, name: string): Promise<void> => {
    const template = Buffer.from(`the template of ${name}`)
    const said = templateMessage({ challenge, model, hash: hash('sha256', template, 'hex') })
    const signature = sign('sha256', Buffer.from(said), privateKey).toString('base64url')
    const finger = { step: 'finger', name, template: template.toString('base64url'), signature }
    for (const step of [{ step: 'started' }, finger, { step: 'done' }]) {
      const path = `/administrator/securityDevice/fingerprint/enrollment/${challenge}/progress`
      const { status } = await tell('POST', path, step)
      if (status !== 200) throw new Error(`${step.step}: ${status}`)
    }
  }
}
