export const ns = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
} as const

export const bindings = {
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
  redirect: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
} as const

export const nameIdFormats = {
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
} as const

/** Name ID format of a URI. Products confuse versions 1.1 and 2.0, and upper and lower case. */
export function nameIdFormatOf(urn: string): keyof typeof nameIdFormats | undefined {
  const name = /^urn:oasis:names:tc:SAML:(?:1\.[01]|2\.0):nameid-format:([a-z]+)$/i.exec(urn.trim())?.[1]?.toLowerCase()
  if (name === 'emailaddress') return 'email'
  return name === 'persistent' || name === 'transient' || name === 'unspecified' ? name : undefined
}

const status = 'urn:oasis:names:tc:SAML:2.0:status:'
export const statuses = {
  success: `${status}Success`,
  requester: `${status}Requester`,
  responder: `${status}Responder`,
  noPassive: `${status}NoPassive`,
  noAuthnContext: `${status}NoAuthnContext`,
  invalidNameIdPolicy: `${status}InvalidNameIDPolicy`,
  requestDenied: `${status}RequestDenied`,
  requestUnsupported: `${status}RequestUnsupported`,
  unsupportedBinding: `${status}UnsupportedBinding`,
  partialLogout: `${status}PartialLogout`,
} as const

export const algorithms = {
  exclusive: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  exclusiveWithComments: 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
  enveloped: 'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  rsaSha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
} as const
