import { t } from '#platform/text/text.ts'

export function Installable() {
  return (
    <>
      <link rel="manifest" href="/approve.webmanifest" />
      <link rel="apple-touch-icon" href="/icon-180.png" />
    </>
  )
}

export function HomeScreen() {
  return (
    <p className="cv-quiet">
      {t(
        'On an iPhone, sign-in notifications work only from the home screen. Tap Share, then “Add to Home Screen”. Then open Claviger from there and sign in again.',
      )}
    </p>
  )
}
