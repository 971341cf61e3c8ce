import { ImportSteps } from './ImportSteps.tsx'

/** Deletes the users that a CSV names. */
export default function DeleteByCsvPage() {
  return <ImportSteps kind="delete" title="Delete by CSV" />
}
