import { useState } from 'react';
import { Field, PasswordField } from '#web/ui/field.tsx';

export function useAddressEntry(first: string) {
  const [address, setAddress] = useState(first);
  const [password, setPassword] = useState('');
  const isComplete = /^\S+@\S+$/.test(address.trim()) && password !== '';
  return { address, setAddress, password, setPassword, isComplete };
}

interface AddressFieldsProps {
  label: string;
  entry: ReturnType<typeof useAddressEntry>;
  isBusy: boolean;
  failure: { code: string; message: string } | null;
}

export function AddressFields({ label, entry, isBusy, failure }: AddressFieldsProps) {
  const isAboutPassword = failure?.code === 'wrongPassword';
  return (
    <>
      <Field
        label={label}
        type="email"
        name="email"
        inputMode="email"
        autoComplete="email"
        value={entry.address}
        readOnly={isBusy}
        error={isAboutPassword ? undefined : failure?.message}
        onChange={({ target }) => entry.setAddress(target.value)}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={entry.password}
        readOnly={isBusy}
        error={isAboutPassword ? failure.message : undefined}
        onChange={({ target }) => entry.setPassword(target.value)}
      />
    </>
  );
}
