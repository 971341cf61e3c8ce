import { createPrivateKey, X509Certificate } from 'node:crypto'

/** The certificate and the key that stand in one PEM; throws where either is missing or they do not belong together. */
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

/** What is wrong with the application that tenants of Entra ID may consent to; one sentence for each. */
export function wrongOfEntra({ entraClientId: id, entraClientSecret: secret, entraClientCertificate: pem }: OfEntra) {
  const wrong: string[] = []
  if (id === undefined && (secret !== undefined || pem !== undefined))
    wrong.push('ENTRA_CLIENT_ID is missing: it names the application whose secret or certificate is given')
  if (id !== undefined && (secret === undefined) === (pem === undefined))
    wrong.push('ENTRA_CLIENT_ID needs one of ENTRA_CLIENT_SECRET and ENTRA_CLIENT_CERTIFICATE')
  return wrong
}
