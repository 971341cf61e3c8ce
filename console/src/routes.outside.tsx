import type { Screen } from './shell/screen.ts'

/** Screens outside the frame. They stand apart so that the first screen does not carry the addresses of all others. */
export const outside: readonly Screen[] = [
  { path: '/auth/sign-in', load: () => import('./features/access/sign-in/SignInPage.tsx'), single: true },
  { path: '/auth/sign-out', load: () => import('./features/access/sign-in/SignOutPage.tsx'), single: true },
  {
    path: '/auth/register/onboarding',
    load: () => import('./features/access/onboarding/OnboardingPage.tsx'),
    single: true,
    prefix: true,
  },
  {
    path: '/auth/register',
    load: () => import('./features/access/registration/RegisterPage.tsx'),
    single: true,
    prefix: true,
  },
  { path: '/approve', load: () => import('./features/access/approvals/ApprovePage.tsx'), single: true },
  { path: '/auth/verify', load: () => import('./features/access/verify/VerifyPage.tsx'), single: true },
  { path: '/auth/address', load: () => import('./features/people/addresses/AddressPage.tsx'), single: true },
  { path: '/accessKey/set', load: () => import('./features/keys/key-activation/SetCardPage.tsx'), single: true },
  { path: '/hardware/set', load: () => import('./features/keys/key-activation/SetHardwarePage.tsx'), single: true },
  { path: '/phone/set', load: () => import('./features/keys/key-activation/SetPhonePage.tsx'), single: true },
  {
    path: '/key/waiting',
    load: () => import('./features/keys/security-keys/own/WaitingKeyPage.tsx'),
    single: true,
  },
  { path: '/legal/license-agreement', load: () => import('./features/access/legal/LicensePage.tsx'), single: true },
  { path: '/legal/privacy-policy', load: () => import('./features/access/legal/PrivacyPage.tsx'), single: true },
]
