import { NotFound } from '@/components/Exception';

export default NotFound;
