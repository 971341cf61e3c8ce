/** Values of `saml_keys.state`. */
export const samlKeyStates = { signing: 1, announced: 2 } as const
