import { constants, createCipheriv, type KeyObject, publicEncrypt, randomBytes } from 'node:crypto'
import { element } from './element.ts'
import { ns } from './saml-documents.names.ts'

const aes = 'http://www.w3.org/2009/xmlenc11#aes256-gcm'
// SHA-1 here masks a random key and signs nothing; all products support this form, few the newer one
const oaep = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p'
const sha1 = 'http://www.w3.org/2000/09/xmldsig#sha1'

/**
 * Encrypts an assertion for an application: AES-256-GCM with a random key, encrypted by RSA-OAEP (XML
 * Encryption 1.1).
 */
export function encryptedAssertion(assertion: string, to: KeyObject): string {
  const key = randomBytes(32)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([nonce, cipher.update(assertion, 'utf8'), cipher.final(), cipher.getAuthTag()])
  const hidden = publicEncrypt({ key: to, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' }, key)
  return element(
    'saml:EncryptedAssertion',
    { 'xmlns:saml': ns.assertion },
    element(
      'xenc:EncryptedData',
      { 'xmlns:xenc': ns.encryption, Type: 'http://www.w3.org/2001/04/xmlenc#Element' },
      element('xenc:EncryptionMethod', { Algorithm: aes }),
      element(
        'ds:KeyInfo',
        { 'xmlns:ds': ns.signature },
        element(
          'xenc:EncryptedKey',
          {},
          element('xenc:EncryptionMethod', { Algorithm: oaep }, element('ds:DigestMethod', { Algorithm: sha1 })),
          cipherData(hidden),
        ),
      ),
      cipherData(body),
    ),
  )
}

const cipherData = (bytes: Buffer) =>
  element('xenc:CipherData', {}, element('xenc:CipherValue', {}, bytes.toString('base64')))
