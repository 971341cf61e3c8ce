import type { ExternalReason } from '@claviger/contract/access/external-sign-in'
import { msg } from '../../../ground/text/text.ts'

/** Why nothing came of a sign-in, as the person is told. */
export const reasonWords: Record<ExternalReason, string> = {
  unknown: msg('This identity provider is not offered here.'),
  unreachable: msg('The identity provider did not answer. Try again in a moment.'),
  refused: msg('What the identity provider sent could not be accepted.'),
  denied: msg('The identity provider did not sign you in.'),
  ended: msg('This sign-in took too long, or was begun in another browser. Start again.'),
  nobody: msg('Nobody here has this account.'),
  closed: msg('This account may not sign in. Ask an administrator of your workspace.'),
  taken: msg('Somebody else here has this address.'),
}

/** What would have become of the person whom a test signed in. */
export const outcomeWords = {
  linked: msg('This person is connected with a user here and would be signed in.'),
  found: msg('This person would be found by the field that you chose, connected and signed in.'),
  created: msg('This person is unknown here and would be created.'),
  confirm: msg('This person would be asked to sign in by their own way once, to connect the two accounts.'),
  nobody: msg('Nobody here has this account.'),
  closed: msg('This account may not sign in. Ask an administrator of your workspace.'),
} as const
