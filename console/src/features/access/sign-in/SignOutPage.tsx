import { useEffect } from 'react'
import { Loading } from '../../../shell/Loading.tsx'
import { signOut } from '../../../shell/signOut.ts'

/** Ends the session and goes to sign-in. */
export default function SignOutPage() {
  useEffect(() => {
    void signOut()
  }, [])
  return <Loading />
}
