import { authenticationProfiles, type ProfileContent } from '@claviger/contract/access/authentication-profiles'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { methodLabels } from './sign-in-method-labels.ts'

type Found = Awaited<ReturnType<ReturnType<typeof usePreview>['mutateAsync']>>
const usePreview = () => useWrite(authenticationProfiles.preview, { quiet: true })

/** Previews which users would lose which sign-in methods, before the profile is saved. */
export function MethodLosses({ id, profile }: { id: string | undefined; profile: ProfileContent | undefined }) {
  const preview = usePreview()
  const [people, setPeople] = useState<Found['people']>([])
  const asked = JSON.stringify(profile)
  const [seen, setSeen] = useState('')
  const ask = (after?: string) =>
    preview.mutate(
      { ...(id !== undefined && { id }), ...(profile && { profile }), ...(after !== undefined && { after }) },
      {
        onSuccess: found => {
          setPeople(before => (after === undefined ? found.people : [...before, ...found.people]))
          setSeen(asked)
        },
      },
    )
  const found = seen === asked ? preview.data : undefined
  const labels = (of: Found['people'][number]['loses']) => of.map(way => t(methodLabels[way].label)).join(', ')
  return (
    <Stack component="section" gap={10} align="flex-start" aria-live="polite">
      <Button variant="default" loading={preview.isPending} onClick={() => ask()}>
        {t('Show affected users')}
      </Button>
      {preview.isError && <Notice level="error">{preview.error.message}</Notice>}
      {found && (
        <>
          {found.owners === 0 && (
            <Notice level="error">{t("You can't save this profile because no owner could sign in anymore.")}</Notice>
          )}
          {found.unreached > 0 && (
            <Notice level="warning">
              {t('{count, plural, one {# user has} other {# users have}} no phone number that can receive codes', {
                count: found.unreached,
              })}
            </Notice>
          )}
          {found.ways.length === 0 ? (
            <p>{t('No user loses a sign-in method.')}</p>
          ) : (
            <ul>
              {found.ways.map(({ way, people: count }) => (
                <li key={way}>
                  {t('{way}: {count, plural, one {# user loses it} other {# users lose it}}', {
                    way: t(methodLabels[way].label),
                    count,
                  })}
                </li>
              ))}
              {found.without > 0 && (
                <li className="cv-bad">
                  {t('{count, plural, one {# user has} other {# users have}} no other sign-in method', {
                    count: found.without,
                  })}
                </li>
              )}
            </ul>
          )}
          {people.length > 0 && (
            <Stack component="ul" className="cv-ruled" gap={0} w="100%">
              {people.map(one => (
                <Stack component="li" className="cv-quiet" gap={0} p="8px 0" key={one.userId}>
                  <strong>{one.firstName}</strong>
                  <span>{t('loses {ways}', { ways: labels(one.loses) })}</span>
                  <span>
                    {one.keeps.length > 0 ? t('keeps {ways}', { ways: labels(one.keeps) }) : t('keeps nothing')}
                  </span>
                </Stack>
              ))}
            </Stack>
          )}
          {found.next !== null && (
            <Button variant="subtle" loading={preview.isPending} onClick={() => ask(found.next ?? undefined)}>
              {t('Show more')}
            </Button>
          )}
        </>
      )}
    </Stack>
  )
}
