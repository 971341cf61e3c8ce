import { createPrivateKey, X509Certificate } from 'node:crypto'

/** Certificate and key from one PEM. @throws if one is missing or if they don't match */
export function certificateAndKey(pem: string): { certificate: string; privateKey: string } {
  const block = (what: string) => new RegExp(`-----BEGIN ${what}-----[^-]+-----END ${what}-----`).exec(pem)?.[0] ?? ''
  const certificate = block('CERTIFICATE')
  const privateKey = block('(?:RSA )?PRIVATE KEY')
  const key = createPrivateKey(privateKey)
  if (key.asymmetricKeyType !== 'rsa' || !new X509Certificate(certificate).checkPrivateKey(key))
    throw new Error('they do not belong together')
  return { certificate, privateKey }
}

interface OfEntra {
  entraClientId: string | undefined
  entraClientSecret: string | undefined
  entraClientCertificate: string | undefined
}

export function entraSettingFaults({
  entraClientId: id,
  entraClientSecret: secret,
  entraClientCertificate: pem,
}: OfEntra) {
  const wrong: string[] = []
  if (id === undefined && (secret !== undefined || pem !== undefined))
    wrong.push(
      'ENTRA_CLIENT_ID is missing. It must be the client ID of the application with this secret or certificate',
    )
  if (id !== undefined && (secret === undefined) === (pem === undefined))
    wrong.push('ENTRA_CLIENT_ID requires either ENTRA_CLIENT_SECRET or ENTRA_CLIENT_CERTIFICATE')
  return wrong
}
