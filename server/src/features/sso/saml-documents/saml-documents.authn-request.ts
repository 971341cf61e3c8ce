import type { Element } from '@xmldom/xmldom'
import { SamlError, tooLarge } from './saml-documents.unacceptable.ts'
import { bindings, ns } from './saml-documents.names.ts'
import { childOf, childrenOf, textOf } from './saml-documents.read.ts'
import { type SamlHeader, headOf } from './saml-documents.head.ts'

export interface AuthnRequest extends SamlHeader {
  readonly acsUrl: string | undefined
  readonly acsIndex: number | undefined
  readonly forceAuthn: boolean
  readonly isPassive: boolean
  readonly nameIdFormat: string | undefined
  readonly contexts: readonly string[]
  readonly comparison: 'exact' | 'minimum' | 'maximum' | 'better'
}

/** A subject in a request is a login hint and decides nothing: the user who signs in is named in the assertion. */
export function authnRequestOf(root: Element): AuthnRequest {
  const head = headOf(root, 'AuthnRequest')
  const binding = root.getAttribute('ProtocolBinding')
  if (binding !== null && binding !== bindings.post)
    throw new SamlError('binding-unknown', { asked: binding.slice(0, 100) })
  const index = root.getAttribute('AssertionConsumerServiceIndex')
  const context = childOf(root, ns.protocol, 'RequestedAuthnContext')
  const comparison = context?.getAttribute('Comparison') ?? 'exact'
  return {
    ...head,
    acsUrl: root.getAttribute('AssertionConsumerServiceURL') ?? undefined,
    acsIndex: index === null ? undefined : indexOf(index),
    forceAuthn: truthOf(root, 'ForceAuthn'),
    isPassive: truthOf(root, 'IsPassive'),
    nameIdFormat: bounded(childOf(root, ns.protocol, 'NameIDPolicy')?.getAttribute('Format') ?? undefined),
    contexts: context
      ? childrenOf(context, ns.assertion, 'AuthnContextClassRef').slice(0, 20).map(textOf).map(bounded)
      : [],
    comparison: comparisons.find(one => one === comparison) ?? 'exact',
  }
}

const longestName = 300

function bounded<T extends string | undefined>(name: T): T {
  if (name !== undefined && name.length > longestName) throw tooLarge('characters', longestName)
  return name
}

const comparisons = ['exact', 'minimum', 'maximum', 'better'] as const

const truthOf = (element: Element, name: string) => /^(?:true|1)$/.test(element.getAttribute(name) ?? '')

function indexOf(value: string): number {
  if (!/^\d{1,5}$/.test(value)) throw new SamlError('acs-unknown', { index: value.slice(0, 100) })
  return Number(value)
}
