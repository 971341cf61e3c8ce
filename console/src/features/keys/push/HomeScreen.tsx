import { t } from '../../../ground/text/text.ts'
import classes from './approve.module.css'

/** Lets a phone put the page of approvals on its home screen, from the page that shows this. */
export function Installable() {
  return (
    <>
      <link rel="manifest" href="/approve.webmanifest" />
      <link rel="apple-touch-icon" href="/icon-180.png" />
    </>
  )
}

/** How an iPhone is told of sign-ins: not from a page in its browser. */
export function HomeScreen() {
  return (
    <p className={classes.why}>
      {t(
        'An iPhone is told of sign-ins only by a page on its home screen: tap Share, then “Add to Home Screen”, open Claviger from there and sign in once more.',
      )}
    </p>
  )
}
