interface Props {
  lead: string
  /** A blank keeps the place of one that is not known yet. */
  address: string | null | undefined
}

export const AddressLine = ({ lead, address }: Props) => (
  <p className="lead">
    {lead}
    <strong className="address" translate="no">
      {address || '\u00a0'}
    </strong>
  </p>
)
