import { generateKeyPairSync } from 'node:crypto'
import { pemOf, selfSigned } from '../../src/platform/secrets/certificate.ts'

export function ownCertificate(name: string): { certificate: string; privateKey: string } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const [from, until] = [new Date(), new Date(Date.now() + 9e9)]
  return {
    certificate: pemOf(selfSigned(privateKey, name, from, until)),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
