import type { FoundPerson } from '../../../contract/people-schemas.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { PersonActions } from './PersonActions.tsx'
import { PersonView } from './PersonView.tsx'

export interface PersonProps {
  t: Translate
  person: FoundPerson
  /** With the person as they are now; without one the account is deleted. */
  onChanged: (person: FoundPerson | undefined, sentence: string) => void
}

/** A person who was found, and what can be done to them. */
export function Person({ t, person, onChanged }: PersonProps) {
  return (
    <article className="person">
      <PersonView t={t} person={person} />
      <PersonActions {...{ t, person, onChanged }} />
    </article>
  )
}
