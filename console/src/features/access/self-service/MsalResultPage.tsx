import { useEffect } from 'react'
import { Spinner } from './controls/Spinner.tsx'
import type { PageMemo } from './state/memo.ts'
import { pageTitle } from './state/page-view.ts'
import { keepMemo, keptMemo } from './wire/storage.ts'
import { t } from '#platform/light-page/page-texts.ts'
import classes from './look/frame.module.css'

function goBack(begun: PageMemo): void {
  const signedIn = new URLSearchParams(window.location.hash.slice(1)).get('code')
  keepMemo({ ...begun, signedIn, failed: signedIn === null })
  window.location.replace(begun.address)
}

export function MsalResultPage() {
  const memo = keptMemo()
  useEffect(() => {
    document.title = pageTitle
    const begun = keptMemo()
    if (begun !== null) goBack(begun)
  }, [])
  return (
    <main className={`cv-alone ${classes.alone}`}>
      {memo === null ? (
        <>
          <h1>{t('There is no sign-in to continue')}</h1>
          <p>{t('Open the card page again from your link or the poster.')}</p>
        </>
      ) : (
        <>
          <Spinner size={44} />
          <h1>{t('One moment…')}</h1>
          <p role="status">{t('You are signed in. Redirecting in a moment.')}</p>
        </>
      )}
    </main>
  )
}
