import type { ExternalReason } from '@claviger/contract/access/external-sign-in'
import { msg } from '#platform/text/text.ts'

export const reasonWords: Record<ExternalReason, string> = {
  unknown: msg("This identity provider isn't available here."),
  unreachable: msg("The identity provider didn't respond. Try again in a moment."),
  refused: msg("The identity provider's response was invalid."),
  denied: msg('The identity provider refused the sign-in.'),
  ended: msg('This sign-in expired or was started in another browser. Start again.'),
  nobody: msg('No user here has this account.'),
  closed: msg("This account can't sign in. Contact an administrator of your workspace."),
  taken: msg('Another user here has this email address.'),
}

export const outcomeWords = {
  linked: msg('This person is connected to a user here and would be signed in.'),
  found: msg('This person would be matched by the field you chose, connected, and signed in.'),
  created: msg('This person has no user here. A user would be created.'),
  confirm: msg('This person would be asked to sign in once with another method to connect the two accounts.'),
  nobody: msg('No user here has this account.'),
  closed: msg("This account can't sign in. Contact an administrator of your workspace."),
  verified: msg('Your identity was verified, and it matches your own user account.'),
  differs: msg("The provider verifies identities, but the verified data doesn't match your own user account."),
} as const
