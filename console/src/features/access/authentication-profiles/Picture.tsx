import type { ProfileContent } from '@claviger/contract/access/authentication-profiles'
import { Box } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { methodLabels } from './sign-in-method-labels.ts'
import classes from './profiles.module.css'

export function Picture({ of, provider }: { of: ProfileContent; provider: string | null }) {
  const shown =
    of.type === 'managed'
      ? of.methods.map(way => t(methodLabels[way].label))
      : [t('Continue with {name}', { name: provider ?? t('External provider') })]
  return (
    <figure className={`${classes.picture ?? ''} cv-panel`}>
      <figcaption className="cv-quiet cv-small">
        {of.groups.length === 0 ? t('Sign-in page') : t('Sign-in page for these groups')}
      </figcaption>
      <ol>
        {shown.map((label, at) => (
          <li key={label} data-first={at === 0 || undefined}>
            {label}
            {of.type === 'managed' && of.autoStart === of.methods[at] && (
              <Box component="small" className="cv-quiet" fw={400}>
                {t('starts automatically')}
              </Box>
            )}
          </li>
        ))}
        {of.type === 'external-idp' && (
          <li className="cv-quiet cv-small" data-quiet>
            {t('Owners: passkey, under “Other sign-in methods”')}
          </li>
        )}
        {of.type === 'managed' && of.groups.length > 0 && (
          <li className="cv-quiet cv-small" data-quiet>
            {t("Methods that other users don't have are under “Other sign-in methods”")}
          </li>
        )}
      </ol>
    </figure>
  )
}
