import { Outlet } from '@umijs/max';

/** No frame at all: for pages that are shown inside something else. */
export default function BlankLayout() {
  return <Outlet />;
}
