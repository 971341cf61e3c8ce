import type { AuthenticationProfile, ProfileContent } from '@claviger/contract/access/authentication-profiles'
import type { SignInMethod } from '@claviger/contract/access/sign-in.ways'
import type { Values } from '#platform/ui/form/useFields.ts'

export const empty: Values = {
  name: '',
  type: 'managed',
  methods: ['passkey', 'badge', 'code'],
  autoStart: '',
  providers: [],
  providerId: '',
  groups: [],
  position: '',
}

export const valuesOf = (of: AuthenticationProfile): Values => ({
  name: of.name,
  type: of.type,
  methods: of.methods,
  autoStart: of.autoStart ?? '',
  providers: of.providers ?? [],
  providerId: of.providerId ?? '',
  groups: of.groups.map(group => group.id),
  position: String(of.position),
})

export function contentOf(values: Values): ProfileContent {
  const text = (name: string) => (typeof values[name] === 'string' && values[name] !== '' ? values[name] : null)
  const managed = values['type'] === 'managed'
  const methods = managed ? ((values['methods'] as SignInMethod[] | undefined) ?? []) : []
  const begins = text('autoStart') as 'passkey' | 'badge' | null
  return {
    name: text('name') ?? '–',
    type: managed ? 'managed' : 'external-idp',
    methods,
    autoStart: begins !== null && methods.includes(begins) ? begins : null,
    providers: managed ? (values['providers'] as string[] | null) : null,
    providerId: managed ? null : text('providerId'),
    groups: (values['groups'] as string[] | undefined) ?? [],
  }
}

/** True if the profile is complete enough to preview its effects. */
export const isProfileComplete = (of: ProfileContent): boolean =>
  of.type === 'managed' ? of.methods.length > 0 : of.providerId !== null && of.providerId !== undefined
