import type { ProfileContent } from '@claviger/contract/access/authentication-profiles'
import { t } from '../../../ground/text/text.ts'
import { wayWords } from './words.ts'
import classes from './profiles.module.css'

/** What the sign-in page will show, small. */
export function Picture({ of, provider }: { of: ProfileContent; provider: string | null }) {
  const shown =
    of.type === 'managed'
      ? of.methods.map(way => t(wayWords[way].label))
      : [t('Continue with {name}', { name: provider ?? t('External provider') })]
  return (
    <figure className={classes.picture}>
      <figcaption>
        {of.groups.length === 0 ? t('The sign-in page') : t('The sign-in page, for these groups')}
      </figcaption>
      <ol>
        {shown.map((label, at) => (
          <li key={label} data-first={at === 0 || undefined}>
            {label}
            {of.type === 'managed' && of.autoStart === of.methods[at] && <small>{t('begins by itself')}</small>}
          </li>
        ))}
        {of.type === 'external-idp' && <li data-quiet>{t('Owners: passkey, under “Other ways to sign in”')}</li>}
        {of.type === 'managed' && of.groups.length > 0 && (
          <li data-quiet>{t('What the others do not have is under “Other ways to sign in”')}</li>
        )}
      </ol>
    </figure>
  )
}
