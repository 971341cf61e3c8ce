import type { Stage } from '@claviger/contract/access/self-service-settings/funnel'
import type { VerificationType } from '@claviger/contract/access/self-service-settings'
import type { PageBrief } from '@claviger/contract/access/self-service-settings/self-service-page'
import type { PageSettings } from '@claviger/contract/access/self-service-settings/page-settings'
import { msg, t } from '#platform/text/text.ts'

export const verifications: Record<VerificationType, { label: string; help: string }> = {
  default: { label: msg('Code by email or phone'), help: msg('Sent to the email or phone on record') },
  entraId: { label: 'Entra ID', help: msg('Sign-in with a Microsoft identity provider') },
  sso: { label: msg('Identity provider'), help: msg('Sign-in with any other provider (OpenID Connect or SAML)') },
  identity: {
    label: msg('Identity document'),
    help: msg('A verification service compares a document with the user'),
  },
  selfConfirmation: { label: msg('Self-confirmation'), help: msg("“Is this you?” Can't be undone") },
  automatic: { label: msg('Automatic'), help: msg('Your own system confirms the user') },
  none: { label: msg('No verification'), help: msg('The answers are enough') },
}

export const stageNames: Record<Stage, string> = {
  arrived: msg('Arrived'),
  tapped: msg('Tapped a card'),
  identified: msg('Identified'),
  verified: msg('Verified'),
  'pin-set': msg('Set a PIN'),
  done: msg('Finished'),
}

/** For each stage, the step at which a user who does not reach it gave up. */
export const stepNames: Record<Stage, string> = {
  arrived: msg('Home'),
  tapped: msg('Tap'),
  identified: msg('Identify'),
  verified: msg('Verify'),
  'pin-set': msg('PIN'),
  done: msg('Result'),
}

export function servicesOf({ services }: Pick<PageBrief, 'services'>): string {
  const all = [services.enrollment && t('Enroll a card'), services.pinRecovery && t('Reset PIN')].filter(Boolean)
  return all.length > 0 ? all.join(', ') : t('None')
}

export const fieldNames: Record<keyof PageSettings['fields'], string> = {
  userId: msg('User ID'),
  employeeId: msg('Employee ID'),
  firstName: msg('First name'),
  lastName: msg('Last name'),
  phoneNumber: msg('Phone number'),
}

export const settingNames: Record<string, string> = {
  name: msg('Name'),
  services: msg('Services'),
  displayHomePageScreen: msg('Home page'),
  fields: msg('Identify'),
  attributes: msg('Attributes'),
  inputReadingFormat: msg('Reading format'),
  tokenPolicyId: msg('Key policy'),
  verificationType: msg('Verification'),
  providerId: msg('Identity provider'),
  automatic: msg('Automatic'),
  loginHint: msg('Login hint'),
  msalAutomation: msg('Sign-in by the extension'),
  authenticatorOnboarding: msg('Set up the authenticator first'),
  mainUrl: msg('Sign-in button'),
  redirectUrl: msg('After success'),
  redirectOrigins: msg('Allowed redirect addresses'),
  debugMode: msg('Debug mode'),
  cardNamesHolder: msg('The card names its holder'),
  secondCard: msg('Second card'),
  tellPerson: msg('Email to the user'),
  tellDesk: msg('Email to the service desk'),
  limits: msg('Limits'),
  messages: msg('Texts'),
}
